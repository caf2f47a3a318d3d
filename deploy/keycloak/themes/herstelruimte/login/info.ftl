<#import "template.ftl" as layout>
<#assign own = !messageHeader?? && !requiredActions??>
<@layout.registrationLayout displayMessage=false; section>
  <#if section == "header">
    <#if messageHeader??>${kcSanitize(msg(messageHeader))?no_esc}<#elseif own>${message.summary}<#else>${realm.displayName!}</#if>
  <#elseif section == "form">
    <div id="kc-info-message">
      <#if !own>
      <p>${message.summary}<#if requiredActions??><#list requiredActions>: <b><#items as action>${kcSanitize(msg("requiredAction.${action}"))?no_esc}<#sep>, </#items></b></#list></#if></p>
      </#if>
      <#if !skipLink??>
        <#if pageRedirectUri?has_content>
        <p><a href="${pageRedirectUri}">${msg("backToApplication")}</a></p>
        <#elseif actionUri?has_content>
        <p><a href="${actionUri}">${msg("proceedWithAction")}</a></p>
        <#elseif (client.baseUrl)?has_content>
        <p><a href="${client.baseUrl}">${msg("backToApplication")}</a></p>
        </#if>
      </#if>
    </div>
  </#if>
</@layout.registrationLayout>
