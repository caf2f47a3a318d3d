<#-- One field: label, hint, mistake, input, in the order in which they are read. `key`: the name Keycloak gives its mistake. -->
<#macro input name label key=name type="text" value="" autocomplete="" focus=false numeric=false error="" hint="">
  <#local mistake = error>
  <#if mistake == "" && messagesPerField.existsError(key)><#local mistake = messagesPerField.get(key)></#if>
  <div class="field<#if mistake != ""> field-error</#if>">
    <label class="label" for="${name}">${label}</label>
    <#if hint != ""><span class="hint" id="${name}-hint">${hint}</span></#if>
    <#if mistake != "">
    <p class="msg-error" id="input-error-${name}" role="alert">${kcSanitize(mistake)?no_esc}</p>
    </#if>
    <input class="input" id="${name}" name="${name}" type="${type}" value="${value}" dir="ltr" autocapitalize="none" spellcheck="false"<#if autocomplete != ""> autocomplete="${autocomplete}"</#if><#if focus> autofocus</#if><#if numeric> inputmode="numeric"</#if><#if mistake != ""> aria-invalid="true"</#if><#if mistake != "" || hint != ""> aria-describedby="<#if hint != "">${name}-hint </#if><#if mistake != "">input-error-${name}</#if>"</#if>>
    <#if type == "password">
    <button class="show" type="button" data-show="${name}" data-hide-text="${msg("hidePassword")}" hidden>${msg("showPassword")}</button>
    </#if>
  </div>
</#macro>

<#macro submit label id="kc-login" name="login">
  <p class="buttons"><button class="btn" id="${id}" name="${name}" type="submit">${label}</button>
  <#if isAppInitiatedAction??><button class="btn btn-2" name="cancel-aia" value="true" type="submit" formnovalidate>${msg("doCancel")}</button></#if></p>
</#macro>

<#macro others>
  <label class="choice"><input type="checkbox" id="logout-sessions" name="logout-sessions" value="on"> <span>${msg("logoutOtherSessions")}</span></label>
</#macro>
