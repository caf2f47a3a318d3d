<#import "template.ftl" as layout>
<#import "fields.ftl" as fields>
<@layout.registrationLayout displayMessage=!messagesPerField.existsError('totp'); section>
  <#if section == "header">
    ${msg("otpTitle")}
  <#elseif section == "form">
    <form id="kc-otp-login-form" action="${url.loginAction}" method="post">
      <#if otpLogin.userOtpCredentials?size gt 1>
      <fieldset class="field">
        <legend class="label">${msg("otpWhich")}</legend>
        <#list otpLogin.userOtpCredentials as app>
        <label class="choice"><input type="radio" name="selectedCredentialId" id="kc-otp-credential-${app?index}" value="${app.id}"<#if app.id == otpLogin.selectedCredentialId> checked</#if>> <span>${app.userLabel!}</span></label>
        </#list>
      </fieldset>
      </#if>
      <@fields.input name="otp" label=msg("loginOtpOneTime") key="totp" autocomplete="one-time-code" focus=true numeric=true/>
      <@fields.submit label=msg("doLogIn")/>
    </form>
  </#if>
</@layout.registrationLayout>
